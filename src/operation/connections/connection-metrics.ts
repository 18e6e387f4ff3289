import { Counter, Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts, ConnectionObserver } from './http-server.ts';

export function createConnectionMetrics(registry: Registry): ConnectionObserver {
  let read: () => ConnectionCounts = () => ({ connections: 0, inFlight: 0 });
  const registers = [registry];
  new Gauge({
    name: 'registru_http_connections',
    help: 'Connections that are open.',
    registers,
    collect() {
      this.set(read().connections);
    },
  });
  new Gauge({
    name: 'registru_http_requests_in_flight',
    help: 'Requests that have begun and have no answer yet.',
    registers,
    collect() {
      this.set(read().inFlight);
    },
  });
  const ends = new Counter({
    name: 'registru_http_connections_ended_total',
    help: 'Connections that the server ended because of what the client did, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const overloads = new Counter({
    name: 'registru_http_overload_answers_total',
    help: 'Requests that were answered 503 as too many others were in flight.',
    registers,
  });
  return {
    watch(latest) {
      read = latest;
    },
    countEnd: (reason) => ends.inc({ reason }),
    countOverload: () => overloads.inc(),
  };
}
