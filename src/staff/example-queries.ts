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
  const from = toDay(nowMs - (USAGE_DAYS - 1) * DAY_MS);
  const queries = {
    'Which company has this name, or had it before?': `{
  search(text: "a", first: 10) {
    totalCount
    edges {
      formerName
      node { idno name status region }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
    'Why is a value missing?': `# raw is what the register wrote.
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
`,
    'What has changed in a company?': `# One company: company(idno: "…") { history }
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
`,
    'Who founded a company, and what did it found?': `# One company: company(idno: "…") { founderLinks }
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
`,
    'What does a person own or direct?': `# Each search for a person is in the audit log.
{
  people(name: "ion", first: 10) {
    totalCount
    edges {
      matches { name capacity role share }
      node { idno name status }
    }
  }
}
`,
    'Which plan, key and sessions has an account?': `{
  account(email: ${quotedEmail}) {
    email role plan tier
    subscription { plan status endsAt }
    key { start createdAt lastUsedAt revealable }
    lastSignInAt
    sessions { browser network createdAt lastSeenAt }
  }
}
`,
    'Why are requests of a client refused?': `# 401: no such key. 403: no API plan.
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
`,
    'What happened to an account, and who did it?': `{
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
`,
    'Whose plan ends soon?': `{
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
`,
    'Did the last imports go well?': `# Of one: rejects(importId: "…")
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
`,
  };
  return Object.entries(queries).map(([question, query]) => ({ question, query }));
}
