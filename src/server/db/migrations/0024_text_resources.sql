-- The text of a resource is a document of a closed set of nodes (contract/rich-text/rich-text.ts), as that of a note is.
-- What was written as plain text stays as the words that are searched, and becomes a document that says the same: a
-- paragraph for each of its lines.

alter table resources rename column body to body_text;
alter table resources add column body jsonb;

update resources set body = jsonb_build_object('type', 'doc', 'version', 1, 'content', (
  select jsonb_agg(
    case
      when line = '' then jsonb_build_object('type', 'paragraph')
      else jsonb_build_object(
        'type', 'paragraph',
        'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', line))
      )
    end
    order by place
  )
  -- A document has at most 20,000 nodes, two for each line with words: what has more lines is one paragraph with them.
  from string_to_table(
    replace(body_text, E'\r\n', E'\n'),
    case when length(body_text) - length(replace(body_text, E'\n', '')) < 9000 then E'\n' else '' end
  ) with ordinality as lines (line, place)
)) where type = 'text';

alter table resources drop constraint resources_content;
alter table resources add constraint resources_content check (
  (body is null) = (body_text is null)
  and case type
    when 'file' then file_id is not null and url is null and body is null
    when 'link' then file_id is null and url is not null and body is null
    when 'text' then file_id is null and url is null and body is not null
    else (file_id is null) <> (url is null) and body is null
  end
);

-- A search finds the words of a text too.
alter table resources drop column search_text;
alter table resources add column search_text text not null generated always as (
  fold(
    title || ' ' || coalesce(description, '') || ' ' || coalesce(category, '') || ' ' || words(tags)
      || ' ' || coalesce(body_text, '')
  )
) stored;
