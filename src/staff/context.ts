import type { FastifyRequest } from 'fastify';
import { toStaffActor } from '../accounts/actor.ts';
import type { Sessions } from '../accounts/sign-in/sessions.ts';
import type { Account } from '../domain/account/account.ts';
import { createToCompanyUrl } from '../domain/company/company.ts';
import { pick } from '../domain/pick.ts';
import type { StaffContext } from '../schema/staff/context.ts';
import { createCompanyLists, createStaffLoaders } from '../schema/staff/loaders.ts';
import type { QueryReads } from '../store/query-reads.ts';

export interface ContextDependencies
  extends Pick<StaffContext, 'accounts' | 'audit' | 'keys' | 'nowMs'> {
  /** The address of a company's public page, with `{idno}` in it. */
  companyUrl: string;
  sessions: Sessions;
}

/**
 * What the resolvers of the staff view may use. Each part is listed, because the dependencies hold
 * secrets and further operations that their type does not show.
 */
export function toStaffContext(
  { accounts, audit, companyUrl, keys, nowMs, sessions }: ContextDependencies,
  reads: QueryReads,
  staff: Account,
  request: FastifyRequest,
): StaffContext {
  const staffLoaders = createStaffLoaders(reads, nowMs);
  const { companyByIdno } = staffLoaders;
  return {
    staff,
    actor: toStaffActor(staff.email, request.ip),
    reads,
    staffLoaders,
    loaders: { companyByIdno },
    ...createCompanyLists(reads, staffLoaders),
    accounts: pick(accounts, 'find', 'setPlan'),
    audit: pick(audit, 'append'),
    keys: pick(keys, 'revoke'),
    sessions: pick(sessions, 'signOutEverywhere'),
    nowMs,
    toCompanyUrl: createToCompanyUrl(companyUrl),
  };
}
