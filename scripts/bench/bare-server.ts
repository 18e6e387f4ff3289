import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { SERVER_OPTIONS } from '../../src/operation/fastify.ts';

/**
 * The reference for "as fast as Fastify": one route that returns one object of the same size, with
 * the same server options and nothing else.
 */
const { PORT, COMPANY_FILE = '' } = process.env;
const company = JSON.parse(readFileSync(COMPANY_FILE, 'utf8'));
const app = Fastify(SERVER_OPTIONS);
app.get('/company', async () => company);
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
