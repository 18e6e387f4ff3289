import manifest from '../../package.json' with { type: 'json' };

/** The version of the running program. A test compares it with that of the API's document. */
export const VERSION = manifest.version;
