import { SIGN_IN_PATH } from '../accounts/sign-in.ts';

export const ACCOUNT_PATH = '/cont/api';
export const LINK_PATH = `${SIGN_IN_PATH}/link`;
