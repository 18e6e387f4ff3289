import { expect, it } from 'vitest';
import { AdmissionLog } from '../../src/limit/admission-log.ts';

function readTimes(log: AdmissionLog): number[] {
  return Array.from({ length: log.count }, (_, index) => log.newestMs(log.count - index));
}

it('a log of admissions keeps the order when it grows while it goes round', () => {
  const log = new AdmissionLog(10);
  for (const ms of [1, 2, 3, 4]) log.add(ms);
  log.removeExpired(12, 10);
  for (const ms of [5, 6, 7]) log.add(ms);
  expect(readTimes(log)).toEqual([3, 4, 5, 6, 7]);
  for (const ms of [8, 9, 10, 11, 12]) log.add(ms);
  expect(readTimes(log)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  log.removeExpired(15, 10);
  for (const ms of [13, 14, 15]) log.add(ms);
  expect(readTimes(log)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

it('a log of admissions refuses to lose one when it is full', () => {
  const log = new AdmissionLog(2);
  log.add(1);
  log.add(2);
  expect(() => log.add(3)).toThrow(
    new RangeError('the log is full with 2 admissions: check the limit first'),
  );
  expect(readTimes(log)).toEqual([1, 2]);
});

it.each([0, 2, 3])('a log of admissions has no instant at place %i of one', (place) => {
  const log = new AdmissionLog(10);
  log.add(5);
  expect(log.newestMs(1)).toBe(5);
  expect(log.newestMs(place)).toBeNaN();
});
