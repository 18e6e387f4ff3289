import { toDay } from '../domain/time/time-zone.ts';

/** A question that support is asked, and the query that answers it. */
export interface ExampleQuery {
  question: string;
  query: string;
}

const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;

/** What the editor begins with. */
export const FIRST_QUERY = `{
  companies(first: 10) {
    totalCount
    edges {
      node { idno name status regDate }
    }
  }
}
`;

/**
 * For the ten questions that support is asked most. Where they need an account they name the one of
 * who asks, so that each returns something at once.
 */
export function listExampleQueries(email: string, nowMs: number): ExampleQuery[] {
  const quotedEmail = JSON.stringify(email);
  return [
    { question: 'Which company has this name, or had it before?', query: BY_NAME },
    { question: 'Why is a value missing?', query: MISSING_VALUES },
    { question: 'What has changed in a company?', query: CHANGES },
    { question: 'Who founded a company, and what did it found?', query: FOUNDERS },
    { question: 'What does a person own or direct?', query: PEOPLE },
    { question: 'Which plan, key and sessions has an account?', query: toAccount(quotedEmail) },
    { question: 'Why are requests of a client refused?', query: toUsage(quotedEmail, nowMs) },
    { question: 'What happened to an account, and who did it?', query: toAudit(quotedEmail) },
    { question: 'Whose plan ends soon?', query: ENDING_PLANS },
    { question: 'Did the last imports go well?', query: IMPORTS },
  ];
}

const BY_NAME = `{
  search(text: "a", first: 10) {
    totalCount
    edges {
      formerName
      node { idno name status region }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const MISSING_VALUES = `# raw is what the register wrote.
# One company: company(idno: "…") { flags }
{
  companies(
    first: 10
    filter: { flag: address_unknown }
  ) {
    totalCount
    edges {
      node { idno name flags address raw { address } }
    }
  }
}
`;

const CHANGES = `# One company: company(idno: "…") { history }
{
  companies(first: 10) {
    edges {
      node {
        idno name revision goneSince
        history(first: 5) {
          dumpDate importId
          fields { field before }
        }
      }
    }
  }
}
`;

const FOUNDERS = `# One company: company(idno: "…") { founderLinks }
{
  companies(first: 10) {
    edges {
      node {
        idno name
        founderLinks {
          founder { name share type }
          resolvedBy
          company { idno name }
        }
        foundedCompanies(first: 5) { idno name }
      }
    }
  }
}
`;

const PEOPLE = `# Each search for a person is in the audit log.
{
  people(name: "ion", first: 10) {
    totalCount
    edges {
      matches { name capacity role share }
      node { idno name status }
    }
  }
}
`;

const ENDING_PLANS = `{
  accounts(filter: { planEndsWithinDays: 30 }) {
    totalCount
    edges {
      node {
        email plan
        subscription { endsAt }
        key { start lastUsedAt }
      }
    }
  }
}
`;

const IMPORTS = `# Of one: rejects(importId: "…")
# and importChanges(importId: "…")
{
  imports(first: 5) {
    id kind outcome message
    fileName dumpDate startedAt finishedAt
    counts {
      read new changed gone rejected
      rejectedBy { value count }
    }
  }
}
`;

function toAccount(quotedEmail: string): string {
  return `{
  account(email: ${quotedEmail}) {
    email role plan tier
    subscription { plan status endsAt }
    key { start createdAt lastUsedAt revealable }
    lastSignInAt
    sessions { browser network createdAt lastSeenAt }
  }
}
`;
}

function toUsage(quotedEmail: string, nowMs: number): string {
  const from = toDay(nowMs - (USAGE_DAYS - 1) * DAY_MS);
  return `# 401: no such key. 403: no API plan.
# 429: over the limit, counted as limited.
{
  account(email: ${quotedEmail}) {
    plan tier
    key { start }
  }
  usage(
    email: ${quotedEmail}
    from: "${from}"
    to: "${toDay(nowMs)}"
  ) {
    day ok notModified clientErrors limited
  }
}
`;
}

function toAudit(quotedEmail: string): string {
  return `{
  auditLog(
    first: 20
    filter: { email: ${quotedEmail} }
  ) {
    totalCount
    edges {
      node { at action actor detail keyStart address }
    }
  }
}
`;
}
