export const ACCOUNT_PATH = '/cont/api';
