import type { FastifyRequest } from 'fastify';
import { toStaffActor } from '../accounts/actor.ts';
import type { Keys } from '../accounts/keys.ts';
import type { Account } from '../domain/account.ts';
import type { StaffContext } from '../schema/staff/context.ts';
import { createStaffLoaders } from '../schema/staff/loaders.ts';
import type { Context, HolderContext } from '../schema/types.ts';
import type { StaffReads } from '../store/staff-reads.ts';
import type { MaskingContext } from './masked-errors.ts';
import type { StaffDependencies } from './staff.ts';

export type OperationContext = StaffContext &
  Context &
  MaskingContext &
  Pick<HolderContext, 'sessions'> & { keys: Pick<Keys, 'revoke'> };

type Sources = Pick<
  StaffDependencies,
  'accounts' | 'audit' | 'companyUrl' | 'keys' | 'nowMs' | 'sessions'
>;

/**
 * What the resolvers of the staff view may use. Each part is named: the dependencies at hand hold
 * secrets and more operations, whatever their type says.
 */
export function toOperationContext(
  { accounts, audit, companyUrl, keys, nowMs, sessions }: Sources,
  reads: StaffReads,
  staff: Account,
  request: FastifyRequest,
): OperationContext {
  const { find, setPlan } = accounts;
  const { append } = audit;
  const { revoke } = keys;
  const { signOutEverywhere } = sessions;
  const staffLoaders = createStaffLoaders(reads);
  const { companyByIdno } = staffLoaders;
  return {
    staff,
    actor: toStaffActor(staff.email, request.ip),
    reads,
    staffLoaders,
    loaders: { companyByIdno },
    accounts: { find, setPlan },
    audit: { append },
    keys: { revoke },
    sessions: { signOutEverywhere },
    nowMs,
    toCompanyUrl: (idno) => companyUrl.replaceAll('{idno}', idno),
    requestId: request.id,
    logFault: (error) => request.log.error({ err: error }, 'a staff operation failed'),
  };
}
