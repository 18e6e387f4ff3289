import { expect, it, onTestFinished } from 'vitest';
import { createFailedRequests } from '../../../src/accounts/usage/failed-requests.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { type FailedRequest, MAX_FAILED_REQUESTS } from '../../../src/store/port/usage.ts';
import { createClock } from '../../support/clock.ts';

const PATH = '/api/v1/company/123';
let serial = 0;

function toRequest(clientAddress = '192.0.2.7') {
  serial += 1;
  return {
    id: `request-${serial}`,
    method: 'GET',
    errorCode: 'invalid_idno',
    clientAddress,
  };
}

/** What was written and reported, and a switch that makes writes fail. */
function openFailedRequests() {
  const clock = createClock();
  const faults: unknown[] = [];
  const writes: (readonly FailedRequest[])[] = [];
  const state = { isFailing: false, onWrite: () => {} };
  const failedRequests = createFailedRequests({
    async add(requests) {
      state.onWrite();
      if (state.isFailing) throw new Unavailable('the disk is full');
      writes.push(requests);
    },
    nowMs: clock.nowMs,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => failedRequests.close());
  return { ...failedRequests, clock, faults, writes, state };
}

it('writes many requests at once, with their networks and well-formed paths', async () => {
  const { note, flush, writes, clock } = openFailedRequests();
  note('a', toRequest('2001:db8:1:2::3'), PATH, 400);
  note('b', toRequest(), '/api/\ud800', 404);
  await flush();
  expect(writes).toHaveLength(1);
  expect(writes[0]).toMatchObject([
    { accountId: 'a', atMs: clock.nowMs(), network: '2001:db8:1::/48', status: 400 },
    { accountId: 'b', path: '/api/\ufffd', network: '192.0.2.0/24', status: 404 },
  ]);
  await flush();
  expect(writes).toHaveLength(1);
});

it('keeps the newest of an account that floods, and other accounts beside it', async () => {
  const { note, flush, writes } = openFailedRequests();
  note('b', toRequest(), PATH, 404);
  const flood = Array.from({ length: 100_000 }, () => toRequest());
  for (const request of flood) note('a', request, PATH, 429);
  await flush();
  const ids = writes.flat().map(({ requestId }) => requestId);
  expect(ids.slice(1)).toEqual(flood.slice(-MAX_FAILED_REQUESTS).map(({ id }) => id));
  expect(ids).toHaveLength(MAX_FAILED_REQUESTS + 1);
});

it('drops those of too many accounts, says so once, and goes on after a write', async () => {
  const { note, flush, writes, faults } = openFailedRequests();
  for (let place = 0; place < 100_000; place++) note(`account ${place}`, toRequest(), PATH, 404);
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('500') })]);
  await flush();
  expect(writes.flat()).toHaveLength(500);
  note('another', toRequest(), PATH, 404);
  await flush();
  expect(writes.flat()).toHaveLength(501);
});

it('writes after a failure what waited and what came since', async () => {
  const { note, flush, writes, state } = openFailedRequests();
  state.isFailing = true;
  note('a', toRequest(), PATH, 404);
  await expect(flush()).rejects.toThrow(Unavailable);
  note('a', toRequest(), PATH, 404);
  state.isFailing = false;
  await flush();
  expect(writes.flat()).toHaveLength(2);
});

it('does not lose a request that comes during a write', async () => {
  const { note, flush, writes, state } = openFailedRequests();
  note('a', toRequest(), PATH, 404);
  state.onWrite = () => {
    state.onWrite = () => {};
    note('a', toRequest(), PATH, 404);
  };
  await flush();
  await flush();
  expect(writes.map(({ length }) => length)).toEqual([1, 1]);
});

it('lists what waits before what is stored, each once', async () => {
  const { note, addWaiting, flush, writes } = openFailedRequests();
  note('a', toRequest(), PATH, 404);
  await flush();
  const stored = writes.flat();
  const [first, second] = [toRequest(), toRequest()];
  note('a', first, PATH, 404);
  note('a', second, PATH, 404);
  const waiting = addWaiting('a', stored);
  expect(waiting.map(({ requestId }) => requestId)).toEqual([
    second.id,
    first.id,
    stored[0]?.requestId,
  ]);
  expect(addWaiting('a', waiting)).toEqual(waiting);
  for (let count = 0; count < MAX_FAILED_REQUESTS; count++) note('a', toRequest(), PATH, 404);
  expect(addWaiting('a', waiting)).toHaveLength(MAX_FAILED_REQUESTS);
  expect(addWaiting('b', [])).toEqual([]);
});
