-- Which day of a coach's mails is being filled, and how many of its places are taken. Mails beyond a day's limit fill the
-- days after it, in order: `day` then lies ahead.
create table mail_days (
  coach_id uuid primary key references coaches on delete cascade,
  day date not null,
  taken int not null check (taken > 0)
);

-- When an address was invited by a coach: what a resend is measured by, whatever record has the address.
create table invitation_mails (
  coach_id uuid not null references coaches on delete cascade,
  email text not null,
  sent_at timestamptz not null
);
create index invitation_mails_by_address on invitation_mails (coach_id, email, sent_at);
create index invitation_mails_by_age on invitation_mails (sent_at);

-- Invitations that went out to the address a record still has.
insert into invitation_mails (coach_id, email, sent_at)
select e.coach_id, c.email, e.occurred_at
from domain_events e
join clients c on c.id = e.subject_id
where e.type = 'client.invited' and not exists (
  select from domain_events later
  where later.subject_id = e.subject_id and later.type = 'client.changed' and later.payload ? 'readdressed'
    and later.occurred_at >= e.occurred_at
);
