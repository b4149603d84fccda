-- Whom a resource was given to, the newest first: a page of them is read without looking at all the others.
create index resource_assignments_by_resource on resource_assignments (resource_id, created_at desc, id)
  where deleted_at is null;
