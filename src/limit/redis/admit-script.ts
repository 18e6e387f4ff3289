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

interface AdmitScriptOptions {
  /** A Lua expression for whole microseconds: their 16 digits are exact in a double. */
  clock: string;
  windowMs: number;
  /** The most admissions stored for a key. */
  maxLimit: number;
}

/**
 * The script's reply for one request. `count`: the requests of the key that count now, of which the
 * first leaves the window after `oldestMicros`.
 */
export type ScriptReply = [
  admitted: 0 | 1,
  count: number,
  resetMicros: number,
  oldestMicros: number,
];
/** The numbers in a ScriptReply. */
export const REPLY_LENGTH = 4;

/**
 * The script that decides on requests, in their order. KEYS: the key of each, whose admissions are
 * a list, newest first. ARGV: for each, its limit; its cost, from 1 to the limit; 1 to count it if
 * there is room, 0 to only check. Returns the ScriptReply for each, all in one list.
 */
export function toAdmitScript({ clock, windowMs, maxLimit }: AdmitScriptOptions): AdmitScript {
  const text = `
local now = ${clock}
local stamp = string.format('%.0f', now)
local window = ${windowMs * 1_000}
local replies = {}

local function decide(key, limit, cost, counts)
  -- After the clock was set back, requests must neither stay longer than a window from now nor
  -- leave early: requests in the future count as of now.
  for index = 0, redis.call('LLEN', key) - 1 do
    if tonumber(redis.call('LINDEX', key, index)) <= now then break end
    redis.call('LSET', key, index, stamp)
  end

  local deciding = redis.call('LINDEX', key, limit - cost)
  local hasRoom = not deciding or tonumber(deciding) + window <= now
  local admitted = 0
  if hasRoom and counts then
    -- Before any other write for this key: a Redis without memory then refuses the script each
    -- time, unless an earlier key has freed some.
    for _ = 1, cost do redis.call('LPUSH', key, stamp) end
    redis.call('PEXPIRE', key, ${windowMs})
    redis.call('LTRIM', key, 0, ${maxLimit - 1})
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
  table.insert(replies, admitted)
  table.insert(replies, count)
  table.insert(replies, reset)
  table.insert(replies, count > 0 and tonumber(redis.call('LINDEX', key, -1)) + window - now or 0)
end

for index, key in ipairs(KEYS) do
  local last = 3 * index
  decide(key, tonumber(ARGV[last - 2]), tonumber(ARGV[last - 1]), ARGV[last] == '1')
end
return replies
`;
  return { text, sha1: hash('sha1', text) };
}
