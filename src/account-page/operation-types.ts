// Written by `npm run schema`; do not edit.

export interface Operations {
  Viewer: {
    variables: Record<string, never>;
    data: {
      viewer: {
        email: string;
        plan: Plan;
        tier: Tier | null;
        subscription: {
          plan: Plan;
          endsAt: string | null;
        } | null;
        key: {
          id: string;
          start: string;
          createdAt: string;
          lastUsedAt: string | null;
          revealable: boolean;
        } | null;
        lastKeyId: string | null;
        recentRequests: number | null;
        limitNotices: boolean;
        usage: Array<{
          day: string;
          ok: number;
          notModified: number;
          notFound: number;
          clientErrors: number;
          limited: number;
        }> | null;
        failedRequests: Array<{
          requestId: string;
          at: string;
          method: string;
          path: string;
          status: number;
          error: string | null;
          network: string;
        }> | null;
        watchListSize: number | null;
        webhooksOn: boolean;
        webhooksLocal: boolean;
        webhook: {
          url: string;
          secretId: string;
          secretCreatedAt: string;
          previousSecretEndsAt: string | null;
          state: WebhookState;
          stop: WebhookStop | null;
          failingSince: string | null;
          nextAttemptAt: string | null;
          attempts: Array<{
            at: string;
            status: number | null;
            fault: WebhookFault | null;
            durationMs: number;
            changes: number | null;
          }>;
        } | null;
        sessions: Array<{
          id: string;
          isCurrent: boolean;
          browser: string | null;
          network: string | null;
          lastSeenAt: string;
        }> | null;
        audit: Array<{
          at: string;
          action: string;
          actor: string;
          keyStart: string | null;
          address: string | null;
          planChange: {
            from: {
              plan: Plan;
              endsAt: string | null;
            };
            to: {
              plan: Plan;
              endsAt: string | null;
            };
          } | null;
        }> | null;
      } | null;
    };
  };
  CreateKey: {
    variables: { lastKeyId?: string | null };
    data: {
      createApiKey: {
        text: string | null;
        refusal: {
          code: KeyRefusalCode;
        } | null;
      } | null;
    };
  };
  RevealKey: {
    variables: { keyId: string };
    data: {
      revealApiKey: {
        text: string | null;
        refusal: {
          code: KeyRefusalCode;
        } | null;
      } | null;
    };
  };
  RegenerateKey: {
    variables: { keyId: string };
    data: {
      regenerateApiKey: {
        text: string | null;
        refusal: {
          code: KeyRefusalCode;
        } | null;
      } | null;
    };
  };
  RevokeKey: {
    variables: { keyId: string };
    data: {
      revokeApiKey: {
        refusal: {
          code: KeyRefusalCode;
        } | null;
      } | null;
    };
  };
  SetWebhook: {
    variables: { url: string };
    data: {
      setWebhook: WebhookOutcome | null;
    };
  };
  RotateWebhookSecret: {
    variables: { secretId: string };
    data: {
      rotateWebhookSecret: WebhookOutcome | null;
    };
  };
  TestWebhook: {
    variables: Record<string, never>;
    data: {
      testWebhook: WebhookOutcome | null;
    };
  };
  PauseWebhook: {
    variables: Record<string, never>;
    data: {
      pauseWebhook: WebhookOutcome | null;
    };
  };
  ResumeWebhook: {
    variables: Record<string, never>;
    data: {
      resumeWebhook: WebhookOutcome | null;
    };
  };
  RemoveWebhook: {
    variables: { secretId: string };
    data: {
      removeWebhook: WebhookOutcome | null;
    };
  };
  SetLimitNotices: {
    variables: { wanted: boolean };
    data: {
      setLimitNotices: {
        wanted: boolean;
      } | null;
    };
  };
  EndSession: {
    variables: { sessionId: string };
    data: {
      endSession: {
        done: boolean;
      } | null;
    };
  };
  SignOutEverywhere: {
    variables: Record<string, never>;
    data: {
      signOutEverywhere: {
        done: boolean;
      } | null;
    };
  };
}

export interface WebhookOutcome {
  secret: string | null;
  skipsChanges: boolean;
  refusal: {
    code: WebhookRefusalCode;
  } | null;
}

export type KeyRefusalCode =
  | 'ALREADY_REVEALED'
  | 'CONFLICT'
  | 'KEY_EXISTS'
  | 'NO_ACTIVE_API_PLAN'
  | 'NO_ACTIVE_KEY'
  | 'REGENERATE_NEEDED'
  | 'TOO_MANY';

export type Plan = 'agency' | 'business' | 'free' | 'starter';

export type Tier = 'high' | 'medium';

export type WebhookFault =
  | 'gone'
  | 'not_connected'
  | 'not_public'
  | 'not_trusted'
  | 'redirect'
  | 'secret_unreadable'
  | 'status'
  | 'timeout';

export type WebhookRefusalCode =
  | 'CONFLICT'
  | 'INVALID_WEBHOOK_URL'
  | 'NO_ACTIVE_API_PLAN'
  | 'NO_WEBHOOK'
  | 'TOO_MANY'
  | 'WEBHOOKS_OFF';

export type WebhookState = 'paused' | 'stopped' | 'working';

export type WebhookStop = 'changes_not_kept' | 'failing' | 'gone';
