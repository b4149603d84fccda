-- What a coach writes for themselves before a session, on its brief. Like the private notes it is in a table that only the
-- coach's reads name.
create table session_brief_notes (
  session_id uuid primary key references sessions on delete cascade,
  coach_id uuid not null references coaches on delete cascade,
  body text not null,
  -- Grows with every change: who writes on an older text is told so, instead of replacing a newer one.
  revision int not null,
  updated_at timestamptz not null
);
