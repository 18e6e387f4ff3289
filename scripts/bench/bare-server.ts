import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { SERVER_OPTIONS } from '../../src/app.ts';

/**
 * What "as fast as Fastify" means: one route that returns one object of the same size, with the
 * same server options and the same care for next ticks, and nothing else. Takes its port and the
 * object's file as arguments.
 */
const [port, file] = process.argv.slice(2);
const company = JSON.parse(readFileSync(file ?? '', 'utf8'));
const app = Fastify(SERVER_OPTIONS);
app.get('/company', async () => company);
await app.listen({ host: '127.0.0.1', port: Number(port) });
