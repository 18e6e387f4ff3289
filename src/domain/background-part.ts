/** The parts of the service whose work outside requests can fail. */
export const BACKGROUND_PARTS = [
  'usage',
  'failed_requests',
  'key_uses',
  'retention',
  'plan_ends',
  'mail',
  'sign_in',
  'store',
  'staff_reads',
  'search_reads',
  'webhooks',
] as const;

export type BackgroundPart = (typeof BACKGROUND_PARTS)[number];
