-- The version of the stored form of an import's people (ADR 31); earlier releases did not write one, and need none.
alter table client_imports add column version smallint not null default 0;
