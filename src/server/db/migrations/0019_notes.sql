-- A coach's notes about a person or a group (product §13). Their texts are documents of a closed set of nodes
-- (contract/notes/note-document.ts), never HTML.

-- What the stemmer of Spanish needs to join the forms of a word, of a text without its accents: "comunicacion" and
-- "comunicaciones" have the same stem only with the accent of the ending.
create function with_endings(source text) returns text language sql immutable strict parallel safe as
  $$ select regexp_replace(regexp_replace(fold(source), '([cs])ion\M', '\1ión', 'g'), 'logia(s?)\M', 'logía\1', 'g') $$;

-- What a search looks through: stems of the words as they are written and of the words without accents, and the words
-- themselves, of which somebody who is typing has only the beginning. Without positions, which only phrases need.
create function note_words(title text, body text, tags text[]) returns tsvector
language sql immutable parallel safe as $$
  select strip(
    to_tsvector('spanish'::regconfig, source)
      || to_tsvector('spanish'::regconfig, with_endings(source))
      || to_tsvector('simple'::regconfig, fold(source))
  ) from (select title || ' ' || words(tags) || E'\n' || body as source) as written
$$;

create table notes (
  id uuid primary key,
  coach_id uuid not null references coaches on delete cascade,
  client_id uuid,
  group_id uuid,
  title text not null,
  body jsonb not null,
  -- The text of the body, for searches and excerpts.
  body_text text not null,
  template text not null check (template in ('free', 'grow', 'followUp', 'firstSession', 'closing')),
  visibility text not null check (visibility in ('private', 'shared')),
  shared_at timestamptz,
  session_id uuid,
  goal_id uuid,
  tags text[] not null default '{}',
  pinned boolean not null default false,
  -- Grows with every change of title or body: who writes on an older text is told so, instead of replacing a newer one.
  revision int not null,
  -- When what it says was last stored as a version, or written first.
  versioned_at timestamptz not null,
  -- When what it says was written.
  written_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  search tsvector not null generated always as (note_words(title, body_text, tags)) stored,
  constraint notes_about_one check (num_nonnulls(client_id, group_id) = 1),
  constraint notes_shared check ((visibility = 'shared') = (shared_at is not null)),
  constraint notes_tags_count check (cardinality(tags) <= 15),
  constraint notes_client_of_coach foreign key (coach_id, client_id) references clients (coach_id, id) on delete cascade,
  constraint notes_group_of_coach foreign key (coach_id, group_id) references groups (coach_id, id) on delete cascade,
  constraint notes_session_of_coach foreign key (coach_id, session_id) references sessions (coach_id, id)
    on delete set null (session_id),
  unique (coach_id, id)
);
create index notes_by_client on notes (client_id, pinned desc, written_at desc, id) where deleted_at is null;
create index notes_by_group on notes (group_id, pinned desc, written_at desc, id) where deleted_at is null;
create index notes_by_session on notes (session_id) where session_id is not null;
create index notes_deleted on notes (deleted_at) where deleted_at is not null;
create index notes_by_words on notes using gin (search) where deleted_at is null;

-- What a note said before, for 90 days (product §13). Like the notes of a session they are the coach's alone.
create table note_versions (
  id uuid primary key,
  note_id uuid not null,
  coach_id uuid not null,
  title text not null,
  body jsonb not null,
  revision int not null,
  -- When it was written, and when something else took its place.
  written_at timestamptz not null,
  replaced_at timestamptz not null,
  constraint note_versions_note_of_coach foreign key (coach_id, note_id) references notes (coach_id, id) on delete cascade
);
create index note_versions_by_note on note_versions (note_id, revision desc);
create index note_versions_by_age on note_versions (replaced_at);
