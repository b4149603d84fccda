-- A dump is restored with an empty search path, where functions that are called by their names alone are not found, so
-- no note and no resource came back. What a function of this form calls is found once, when it is made.

create or replace function with_endings(source text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(fold(source), '([cs])ion\M', '\1ión', 'g'), 'logia(s?)\M', 'logía\1', 'g');

create or replace function note_words(title text, body text, tags text[]) returns tsvector
language sql immutable parallel safe
  return (
    select strip(
      to_tsvector('spanish'::regconfig, source)
        || to_tsvector('spanish'::regconfig, with_endings(source))
        || to_tsvector('simple'::regconfig, fold(source))
    ) from (select title || ' ' || words(tags) || E'\n' || body as source) as written
  );

create or replace function plain_words(source text) returns tsvector language sql immutable parallel safe
  return strip(to_tsvector('simple'::regconfig, regexp_replace(fold(source), '[^[:alnum:]]+', ' ', 'g')));
