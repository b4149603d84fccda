-- Coaches who had chosen another channel before there was a video room of Norte are offered it once (product §8).
alter table calendars add column offers_norte boolean not null default false;
update calendars set offers_norte = true where default_channel <> 'norte';
