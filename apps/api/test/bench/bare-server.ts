import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BROWSE_REACH, contract } from '@spareswipe/contract';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { newId } from '../../src/platform/common/ids.js';
import { browseStatement } from '../../src/exchange/requests/requests.queries.js';
import { equip, sameLog } from './equipment.js';

/**
 * The server that the API is compared with: listing, creating and accepting with Fastify, pg and hand-written SQL, with
 * the same effects in the same database. Tokens, sessions, limits, JSON keys and mails are the same. A `naked` server
 * has nothing else. An `equipped` one also has what any server needs: the log line, headers, metrics, the contract's
 * schemas for input, and a worker for mails. Neither has a framework, the rules of fair play or handling of failures.
 */
const { DATABASE_URL = '', JWT_SECRET = '' } = process.env;
const isEquipped = process.argv[3] === 'equipped';
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const server: FastifyInstance = fastify(isEquipped ? sameLog() : {});
if (isEquipped) await equip(server, DATABASE_URL);

const SIGNED_IN = `
  SELECT s.id, s.name, s.email, s.phone_number, s.institution, s.verified_at, a.balance,
         (SELECT max(same.suspended_until) FROM students same
           WHERE same.mailbox = s.mailbox AND same.suspended_until > now()) AS suspended_until,
         (SELECT count(*) FROM strikes k WHERE k.student_id = s.id AND k.consumed_at IS NULL
             AND k.created_at > now() - interval '180 days') AS strikes
    FROM sessions e JOIN students s ON s.id = e.student_id
    JOIN ledger.accounts a ON a.student_id = s.id AND a.kind = 'available'
   WHERE e.id = $1 AND s.id = $2 AND e.ended_at IS NULL AND e.expires_at > now()
     AND e.last_used_at > now() - interval '7 days' AND s.deactivated_at IS NULL`;

interface Student {
  id: string;
  name: string;
  email: string;
  phone_number: string;
  institution: string;
  suspended_until: Date | null;
}

function claimsOf(request: FastifyRequest): { sub: string; sid: string } {
  const [header = '', body = '', signature = ''] = (request.headers.authorization ?? '').slice(7).split('.');
  const expected = createHmac('sha256', JWT_SECRET).update(`${header}.${body}`).digest();
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) throw new Error('bad token');
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as { sub: string; sid: string };
}

async function signedIn(request: FastifyRequest): Promise<Student> {
  const { sub, sid } = claimsOf(request);
  const { rows } = await pool.query<Student>({ name: 'signed-in', text: SIGNED_IN, values: [sid, sub] });
  return rows[0]!;
}

const LIMIT = `
  INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2)
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN rate_limits.expire <= $3 THEN 1 ELSE rate_limits.points + 1 END,
    expire = CASE WHEN rate_limits.expire <= $3 THEN $2 ELSE rate_limits.expire END
  RETURNING points`;

async function count(name: string, request: FastifyRequest): Promise<void> {
  const key = `${name}:${createHash('sha256').update(claimsOf(request).sub).digest('base64url').slice(0, 32)}`;
  const now = Date.now();
  const { rows } = await pool.query<{ points: number }>({ name, text: LIMIT, values: [key, now + 3_600_000, now] });
  if (rows[0]!.points > 120) throw new Error('too many');
}

async function transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

interface Listed extends Record<string, unknown> {
  _id: string | null;
  found: number;
  requesterId: string;
  requesterName: string;
  institution: string;
}

server.get('/api/requests', async (request) => {
  const student = await signedIn(request);
  const { page = '1', limit = '10' } = request.query as { page?: string; limit?: string };
  const asked = isEquipped
    ? contract.requests.browse.query.parse(request.query)
    : { page: Number(page), limit: Number(limit) };
  const { rows } = await pool.query<Listed>(browseStatement(student, asked));
  const total = Math.min(rows[0]!.found, BROWSE_REACH);
  const pages = Math.ceil(total / asked.limit);
  const requests = rows
    .filter(({ _id }) => _id)
    .map(({ found: _, requesterId, requesterName, institution, ...shown }) => ({
      ...shown,
      isOwn: requesterId === student.id,
      requester: { name: requesterName, institution },
      match: null,
    }));
  const pagination = { current: asked.page, pages, total, hasPrev: asked.page > 1, hasNext: asked.page < pages };
  return { success: true, requests, pagination, isTotalCapped: rows[0]!.found > BROWSE_REACH };
});

const text = (maxLength: number, minLength = 0) => ({ type: 'string', minLength, maxLength });
const createBody = {
  type: 'object',
  required: ['mealPeriod', 'mealDescription', 'location', 'deadline'],
  properties: {
    mealPeriod: { enum: ['breakfast', 'lunch', 'dinner', 'any'] },
    mealDescription: text(150, 1),
    location: text(100, 1),
    description: text(500),
    urgency: { enum: ['low', 'medium', 'high'], default: 'medium' },
    isFlexible: { type: 'boolean', default: true },
    deadline: { type: 'string', format: 'date-time' },
  },
};
const CREATE = `
  WITH request AS (
    INSERT INTO meal_requests (id, requester_id, institution, meal_period, meal_description, location, description,
                               urgency, is_flexible, deadline)
    SELECT $1, s.id, s.institution, $3, $4, $5, $6, $7, $8, $9 FROM students s
     WHERE s.id = $2 AND s.deactivated_at IS NULL FOR KEY SHARE
    RETURNING id, requester_id, institution, created_at
  )
  SELECT created_at, ledger.hold_credit(requester_id, id,
           (SELECT open_requests_max FROM campuses c WHERE c.institution = request.institution)) AS available FROM request`;

server.post('/api/requests', isEquipped ? {} : { schema: { body: createBody } }, async (request, reply) => {
  const [student] = await Promise.all([signedIn(request), count('createRequest', request)]);
  const given = isEquipped ? contract.requests.create.body.parse(request.body) : request.body;
  const body = given as Record<string, unknown> & { deadline: string };
  if (new Date(body.deadline).getTime() < Date.now() + 1_800_000) throw new Error('too soon');
  const id = newId();
  const { mealPeriod, mealDescription, location, description, urgency, isFlexible, deadline } = body;
  const values = [id, student.id, mealPeriod, mealDescription, location, description, urgency, isFlexible, deadline];
  const {
    rows: [posted],
  } = await pool.query<{ created_at: Date; available: number }>({ name: 'create', text: CREATE, values });
  const requester = { name: student.name, institution: student.institution };
  const created = {
    ...body,
    _id: id,
    status: 'active',
    createdAt: posted!.created_at,
    isOwn: true,
    requester,
    match: null,
  };
  return reply.code(201).send({ success: true, request: created, creditsRemaining: posted!.available });
});

const acceptBody = {
  type: 'object',
  required: ['requestId'],
  properties: { requestId: { type: 'string', format: 'uuid' }, message: text(500) },
};
const ACCEPT = `
  WITH fulfiller AS (SELECT id FROM students WHERE id = $2 AND deactivated_at IS NULL FOR KEY SHARE),
  request AS (
    UPDATE meal_requests r SET status = 'matched' FROM fulfiller f, students s
     WHERE r.id = $1 AND r.status = 'active' AND r.deadline > clock_timestamp() AND r.requester_id <> f.id
       AND s.id = r.requester_id
    RETURNING r.*, s.name, s.email, s.phone_number
  ), match AS (
    INSERT INTO matches (id, request_id, requester_id, fulfiller_id)
    SELECT $3, id, requester_id, $2 FROM request
    RETURNING created_at
  )
  SELECT r.id AS "_id", r.meal_period AS "mealPeriod", r.meal_description AS "mealDescription", r.location,
         r.description, r.urgency, r.is_flexible AS "isFlexible", r.deadline, r.status, r.name, r.email, r.phone_number,
         m.created_at AS "createdAt"
    FROM request r, match m`;
const MAILS = `
  INSERT INTO pgboss.job (id, name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, deletion_seconds, keep_until, policy, start_after)
  SELECT id, 'mail', data, 15, 1, true, 20, 600, now() + interval '14 days', 'standard', now() + interval '10 s'
    FROM json_to_recordset($1::json) AS job (id uuid, data jsonb)`;

server.post('/api/matches', isEquipped ? {} : { schema: { body: acceptBody } }, async (request, reply) => {
  const [student] = await Promise.all([signedIn(request), count('acceptRequest', request)]);
  const given = isEquipped ? contract.matches.accept.body.parse(request.body) : request.body;
  const { requestId } = given as { requestId: string };
  const match = await transaction(async (client) => {
    const id = newId();
    const values = [requestId, student.id, id];
    const { rows } = await client.query<Student & { createdAt: Date }>({ name: 'accept', text: ACCEPT, values });
    const { name, email, phone_number: phoneNumber, createdAt, ...meal } = rows[0]!;
    const requester = { name, email, phoneNumber };
    const fulfiller = { name: student.name, email: student.email, phoneNumber: student.phone_number };
    const mail = (to: typeof requester, other: typeof requester, youAre: string) => ({
      id: newId(),
      data: { mail: 'contacts', to, about: { matchId: id, youAre, other, meal } },
    });
    const mails = JSON.stringify([mail(requester, fulfiller, 'requester'), mail(fulfiller, requester, 'fulfiller')]);
    await client.query({ name: 'mails', text: MAILS, values: [mails] });
    return {
      _id: id,
      status: 'accepted',
      createdAt,
      userRole: 'fulfiller',
      request: { ...meal, requester: { name } },
      fulfiller: { name: student.name },
      dispute: null,
      rating: { requesterRating: null, fulfillerRating: null },
      contact: null,
      meeting: null,
    };
  });
  return reply.code(201).send({ success: true, match });
});

server.get('/api/health/ready', () => ({ status: 'ok' }));
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
