/**
 * A statement that writes one coach with clients who write much, and notes about them: the tables with the most rows, and
 * the indexes that take longest.
 */
export const manyRows = ({ clients, messages, notes }: Record<'clients' | 'messages' | 'notes', number>) => `
  insert into users (id, email, name, last_name, country, timezone, created_at, updated_at)
    values ('${COACH}', 'ana@correo.example', 'Ana', 'López', 'Mexico', 'UTC', now(), now());
  insert into coaches (id, payment_status, created_at, updated_at) values ('${COACH}', 'active', now(), now());
  insert into clients (id, coach_id, name, last_name, email, role, status, timezone, created_at, updated_at)
    select gen_random_uuid(), '${COACH}', 'Mariana ' || n, 'Torres ' || n,
      'c' || n || '@correo.example', 'client', 'invited', 'UTC', now(), now() from generate_series(1, ${clients}) n;
  insert into message_rooms (id, coach_id, client_id, type, created_at)
    select id, coach_id, id, 'Client', now() from clients where coach_id = '${COACH}';
  insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, created_at)
    select gen_random_uuid(), r.id, n, n, r.coach_id,
      'Hoy respiré antes de contestar, y la conversación ' || n || ' fue otra: ' || md5(r.id::text || n), gen_random_uuid(), now()
    from message_rooms r, generate_series(1, ${messages / clients}) n where r.coach_id = '${COACH}';
  insert into notes (id, coach_id, client_id, title, template, visibility, revision, body, body_text, created_at, updated_at, versioned_at, written_at)
    select gen_random_uuid(), c.coach_id, c.id, 'Sesión ' || n, 'free', 'private', 1, '{"type":"doc","content":[]}'::jsonb,
      repeat('Lo que dijo de su trabajo ' || n || ' ' || md5(n::text) || ' y lo que quiere probar. ', 8), now(), now(), now(), now()
    from clients c, generate_series(1, ${notes / clients}) n where c.coach_id = '${COACH}'`

const COACH = '00000000-0000-7000-8000-000000000001'
