/**
 * What the conditions of the data map refer to, as the beginning of a query about the person `$1`: what they read as the
 * client of a coach, by the rules of the policies and repositories (product §20), and the files that are in use. A table
 * that a query does not name costs it nothing.
 */
export const PERSON_ROWS = `with
  my_clients as (select m.client_id as id from memberships m where m.user_id = $1 and m.client_id is not null),
  my_groups as (
    select m.group_id as id from group_members m
    where m.client_id in (select id from my_clients) and m.status = 'active'),
  -- Two, each by its index.
  my_sessions as (
    select s.id from sessions s where s.client_id in (select id from my_clients)
    union
    select s.id from sessions s where s.group_id in (select id from my_groups)),
  my_goals as (
    select g.id from goals g
    where g.deleted_at is null
      and (g.client_id in (select id from my_clients) or g.group_id in (select id from my_groups))),
  my_resources as (
    select r.id from resources r
    where r.deleted_at is null and r.status <> 'draft' and exists (
      select from resource_assignments a
      where a.resource_id = r.id and a.deleted_at is null
        and (a.client_id in (select id from my_clients) or a.group_id in (select id from my_groups)))),
  my_rooms as (
    select r.id from message_rooms r
    where r.client_id in (select id from my_clients) or r.group_id in (select id from my_groups)),
  my_pictures as (
    select c.photo_id as id from clients c where c.id in (select id from my_clients)
    union
    select g.photo_id from groups g where g.id in (select id from my_groups)
    union
    select c.logo_id from coaches c join memberships m on m.coach_id = c.id
    where m.user_id = $1 and m.client_id is not null),
  my_files as (
    select r.file_id as id from resources r where r.id in (select id from my_resources)
    union
    select f.file_id from action_files f join actions a on a.id = f.action_id
    where f.deleted_at is null and a.deleted_at is null and a.client_id in (select id from my_clients)
    union
    select f.file_id from message_files f
    where f.message_id is not null and f.room_id in (select id from my_rooms)),
  practice_files as (
    select r.file_id as id from resources r where r.coach_id = $1 and r.deleted_at is null
    union
    select f.file_id from action_files f join actions a on a.id = f.action_id
    where f.deleted_at is null and a.deleted_at is null and a.coach_id = $1
    union
    select f.file_id from message_files f join message_rooms r on r.id = f.room_id
    where f.message_id is not null and r.coach_id = $1)`
