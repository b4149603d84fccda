-- The clients that a confirmed import created, so that all of them can be invited afterwards.
alter table client_imports add column client_ids uuid[] not null default '{}';
