// Written by `npm run schema`; do not edit.

export interface Operations {
  FindAccounts: {
    variables: { email?: string | null; keyStart?: string | null; after?: string | null };
    data: {
      accounts: {
        edges: Array<{
          node: {
            email: string;
            plan: Plan;
            role: Role;
            key: {
              start: string;
            } | null;
          };
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  FindRequest: {
    variables: { requestId: string };
    data: {
      accounts: {
        edges: Array<{
          node: {
            email: string;
            failedRequests: Array<{
              at: string;
              method: string;
              path: string;
              status: number;
              error: string | null;
              requestId: string;
            }>;
          };
        }>;
      } | null;
    };
  };
  FindCompanies: {
    variables: { text: string; after?: string | null };
    data: {
      search: {
        edges: Array<{
          formerName: string | null;
          node: {
            idno: string;
            name: string;
            status: CompanyStatus;
            goneSince: string | null;
          };
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Account: {
    variables: { email: string; from: string; to: string; after?: string | null };
    data: {
      account: {
        id: string;
        email: string;
        role: Role;
        language: Language;
        createdAt: string;
        plan: Plan;
        tier: Tier | null;
        subscription: {
          plan: Plan;
          status: SubscriptionStatus;
          endsAt: string | null;
        } | null;
        key: {
          start: string;
          createdAt: string;
          lastUsedAt: string | null;
          revealable: boolean;
        } | null;
        lastSignInAt: string | null;
        watchListSize: number;
        webhook: {
          host: string;
          state: WebhookState;
          stop: WebhookStop | null;
          failingSince: string | null;
        } | null;
        sessions: Array<{
          browser: string | null;
          network: string | null;
          createdAt: string;
          lastSeenAt: string;
          endsAt: string;
        }>;
        failedRequests: Array<{
          at: string;
          method: string;
          path: string;
          status: number;
          error: string | null;
          requestId: string;
          network: string;
        }>;
      } | null;
      usage: Array<{
        day: string;
        ok: number;
        notModified: number;
        notFound: number;
        clientErrors: number;
        limited: number;
      }> | null;
      auditLog: {
        edges: Array<{
          node: {
            at: string;
            action: AuditAction;
            actor: string;
            keyStart: string | null;
            detail: string | null;
            address: string | null;
          };
        }>;
        pageInfo: {
          hasNextPage: boolean;
          endCursor: string | null;
        };
      } | null;
    };
  };
  Company: {
    variables: { idno: string };
    data: {
      company: {
        address: string | null;
        admins: Array<string>;
        caemMain: string | null;
        capital: string | null;
        dumpDate: string;
        flags: Array<CompanyFlag>;
        goneSince: string | null;
        idno: string;
        legalForm: string | null;
        licensedActivities: Array<string>;
        liquidatedOn: string | null;
        name: string;
        regDate: string | null;
        region: string | null;
        revision: number;
        sample: boolean;
        status: CompanyStatus;
        url: string;
        vatPayer: boolean | null;
        founders: Array<{
          name: string;
          share: string | null;
          type: FounderType;
        }>;
        caem: Array<{
          code: string;
          label: string;
          main: boolean;
        }>;
        raw: {
          address: string | null;
          cuatm: string | null;
          directors: string | null;
          founders: string | null;
          idno: string | null;
          legalForm: string | null;
          licensed: string | null;
          liquidationDate: string | null;
          name: string | null;
          regDate: string | null;
          status: string | null;
          unlicensed: string | null;
        };
        founderLinks: Array<{
          founder: {
            name: string;
          };
          resolvedBy: FounderResolution | null;
          company: {
            idno: string;
            name: string;
          } | null;
        }>;
        foundedCompanies: Array<{
          idno: string;
          name: string;
        }>;
        history: Array<{
          importId: string;
          importedAt: string | null;
          dumpDate: string | null;
          fields: Array<{
            field: string;
            before: string;
            after: string;
          }>;
        }>;
      } | null;
    };
  };
  Imports: {
    variables: Record<string, never>;
    data: {
      imports: Array<{
        id: string;
        kind: ImportKind;
        fileName: string;
        dumpDate: string | null;
        sample: boolean;
        startedAt: string;
        finishedAt: string | null;
        outcome: ImportOutcome;
        message: string | null;
        counts: {
          read: number;
          new: number;
          changed: number;
          unchanged: number;
          duplicates: number;
          withoutIdno: number;
          rejected: number;
          gone: number;
        } | null;
      }> | null;
    };
  };
}

export type AuditAction =
  | 'account_created'
  | 'account_deleted'
  | 'email_changed'
  | 'identity_linked'
  | 'key_created'
  | 'key_regenerated'
  | 'key_revealed'
  | 'key_revoked'
  | 'link_issued'
  | 'people_searched'
  | 'role_changed'
  | 'signed_in'
  | 'signed_out'
  | 'signed_out_everywhere'
  | 'subscription_changed'
  | 'webhook_paused'
  | 'webhook_removed'
  | 'webhook_resent'
  | 'webhook_resumed'
  | 'webhook_secret_rotated'
  | 'webhook_set'
  | 'webhook_stopped'
  | 'webhook_tested';

export type CompanyFlag =
  | 'activity_edition_later'
  | 'activity_unclassified'
  | 'address_unknown'
  | 'directors_junk'
  | 'directors_unsplit'
  | 'founder_type_uncertain'
  | 'founders_joint'
  | 'founders_junk'
  | 'founders_unsplit'
  | 'legal_form_unknown'
  | 'liquidation_date_invalid'
  | 'main_activity_unknown'
  | 'personal_number_cut'
  | 'region_unknown'
  | 'registration_date_invalid'
  | 'share_invalid'
  | 'shares_over_100'
  | 'status_uncertain'
  | 'text_cut'
  | 'text_damaged';

export type CompanyStatus = 'activa' | 'in_lichidare' | 'insolvabila' | 'lichidata';

export type FounderResolution = 'IDNO' | 'NAME';

export type FounderType = 'grup' | 'persoana_fizica' | 'persoana_juridica' | 'stat';

export type ImportKind = 'full' | 'partial' | 'rederive' | 'supplement';

export type ImportOutcome = 'completed' | 'failed' | 'interrupted' | 'refused' | 'running';

export type Language = 'en' | 'ro' | 'ru';

export type Plan = 'agency' | 'business' | 'free' | 'starter';

export type Role = 'holder' | 'staff';

export type SubscriptionStatus = 'active' | 'cancelled' | 'expired';

export type Tier = 'high' | 'medium';

export type WebhookState = 'paused' | 'stopped' | 'working';

export type WebhookStop = 'changes_not_kept' | 'failing' | 'gone';
