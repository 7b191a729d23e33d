import { RedisScript } from './redis-script.js';

/** `mode` and `value` say when a record expires: in so many milliseconds, at a time, or never. */
const COMMON = `
local key, index, owners, leases = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id = ARGV[1]
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function leave(owner)
  if redis.call('HINCRBY', owners, owner, -1) <= 0 then
    redis.call('HDEL', owners, owner)
  end
end
local function expire(owner, mode, value, whether)
  local score = value
  if mode == 'in' then
    redis.call('PEXPIRE', key, value)
    score = now() + value
  elseif mode == 'at' then
    redis.call('PEXPIREAT', key, value)
  else
    redis.call('PERSIST', key)
    score = '+inf'
  end
  redis.call('ZADD', index, whether, score, id .. ':' .. owner)
end
local function lease(untilTime)
  if untilTime == '' then
    redis.call('ZREM', leases, id)
  else
    redis.call('ZADD', leases, untilTime, id)
  end
end
`;

/** ARGV: id, owner, record, revision, mode, value, lease, most of all, most of the owner. */
export const ADD = new RedisScript(`${COMMON}
local owner = ARGV[2]
for _, member in ipairs(redis.call('ZRANGEBYSCORE', index, '-inf', now())) do
  redis.call('ZREM', index, member)
  leave(string.match(member, '^[^:]*:(.*)$'))
end
if redis.call('ZCARD', index) >= tonumber(ARGV[8])
  or tonumber(redis.call('HGET', owners, owner) or 0) >= tonumber(ARGV[9]) then
  return 0
end
redis.call('HSET', key, 'record', ARGV[3], 'revision', ARGV[4], 'owner', owner)
redis.call('HINCRBY', owners, owner, 1)
expire(owner, ARGV[5], ARGV[6], 'NX')
lease(ARGV[7])
return 1
`);

/** ARGV: id, mode, value. */
export const TOUCH = new RedisScript(`${COMMON}
local found = redis.call('HMGET', key, 'record', 'owner')
if not found[1] then
  return false
end
expire(found[2], ARGV[2], ARGV[3], 'XX')
return found[1]
`);

/** ARGV: id, record, revision, mode, value, lease. */
export const REPLACE = new RedisScript(`${COMMON}
local found = redis.call('HMGET', key, 'revision', 'owner')
if not found[1] or tonumber(found[1]) ~= tonumber(ARGV[3]) - 1 then
  return 0
end
redis.call('HSET', key, 'record', ARGV[2], 'revision', ARGV[3])
expire(found[2], ARGV[4], ARGV[5], 'XX')
lease(ARGV[6])
return 1
`);

/** ARGV: id. */
export const DELETE = new RedisScript(`${COMMON}
local owner = redis.call('HGET', key, 'owner')
if not owner then
  return 0
end
redis.call('DEL', key)
if redis.call('ZREM', index, id .. ':' .. owner) == 1 then
  leave(owner)
end
lease('')
return 1
`);
