import { hash } from 'node:crypto';

/** Redis's own clock, in microseconds. */
export const REDIS_CLOCK = `(function()
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end)()`;

export interface AdmitScript {
  text: string;
  sha1: string;
}

/** The script's reply: whether it admitted the request, the requests that count now, the wait. */
export type ScriptReply = [admitted: 0 | 1, count: number, resetMicros: number];

/**
 * The script that decides on one request of the key KEYS[1], whose admissions are a list, newest
 * first. ARGV: the limit; the request's cost, from 1 to the limit; the window in microseconds; the
 * most admissions stored; 1 to count the request if there is room, 0 to only check. `clock` is a Lua expression for whole microseconds:
 * they take 16 digits, which a double represents exactly.
 */
export function toAdmitScript(clock: string): AdmitScript {
  const text = `
local now = ${clock}
local key, limit, cost, window = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local stamp = string.format('%.0f', now)

-- After the clock was set back, requests must neither stay longer than a window from now nor
-- leave early: requests in the future count as of now.
for index = 0, redis.call('LLEN', key) - 1 do
  if tonumber(redis.call('LINDEX', key, index)) <= now then break end
  redis.call('LSET', key, index, stamp)
end

local deciding = redis.call('LINDEX', key, limit - cost)
local hasRoom = not deciding or tonumber(deciding) + window <= now
local admitted = 0
if hasRoom and ARGV[5] == '1' then
  -- Before any other write: a Redis without memory then refuses the script each time.
  for _ = 1, cost do redis.call('LPUSH', key, stamp) end
  redis.call('PEXPIRE', key, math.ceil(window / 1000))
  redis.call('LTRIM', key, 0, tonumber(ARGV[4]) - 1)
  admitted = 1
end

local count = redis.call('LLEN', key)
while count > 0 and tonumber(redis.call('LINDEX', key, -1)) + window <= now do
  redis.call('RPOP', key)
  count = count - 1
end

local reset = 0
if not hasRoom then
  reset = tonumber(deciding) + window - now
elseif count > 0 then
  reset = tonumber(redis.call('LINDEX', key, math.min(count, limit) - 1)) + window - now
end
return {admitted, count, reset}
`;
  return { text, sha1: hash('sha1', text) };
}
