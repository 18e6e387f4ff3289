/**
 * What a link in a mail confirms. A new address is confirmed by the present one first, then by
 * itself, so that a stolen session alone changes nothing.
 */
export type ConfirmationStep = 'present_email' | 'new_email' | 'deletion';
