-- Groups that an earlier release finished kept their open invitations. Members who were invited for such a group, and for
-- nothing else, are not invited any more, as with a group that is finished now. What was sent after the end stays.
with withdrawn as (
  update clients c set status = 'notInvited', invited_at = null, updated_at = now()
  where c.role = 'member' and c.status = 'invited'
    and exists (
      select from group_members m
      join groups g on g.id = m.group_id and g.status in ('finished', 'archived')
      join domain_events e on e.subject_id = g.id and e.type = 'group.moved'
        and e.payload ->> 'to' = 'finished' and e.payload ->> 'from' <> 'archived'
      where m.client_id = c.id and m.status = 'invited' and e.occurred_at >= c.invited_at
    )
    and not exists (
      select from group_members m
      join groups g on g.id = m.group_id
      where m.client_id = c.id
        and (m.status = 'active' or m.status = 'invited' and g.status in ('open', 'running'))
    )
  returning c.id
), codes as (
  delete from invitation_codes where client_id in (select id from withdrawn)
)
update invitation_tokens set revoked_at = now()
where client_id in (select id from withdrawn) and revoked_at is null;
