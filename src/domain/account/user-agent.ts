type Names = readonly (readonly [pattern: RegExp, name: string])[];

/** The first match counts: a browser also names those that it is compatible with. */
const BROWSERS: Names = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
];

const SYSTEMS: Names = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Far longer than that of any browser; a client may send 16 KiB. */
const MAX_LENGTH = 1_000;

/**
 * The browser and the system in a `User-Agent`, such as `Firefox, Windows`: their names are the same
 * in every language. Null where neither is known.
 */
export function toBrowserName(userAgent: string): string | null {
  const text = userAgent.slice(0, MAX_LENGTH);
  const names = [find(BROWSERS, text), find(SYSTEMS, text)];
  return names.filter((name) => name !== undefined).join(', ') || null;
}

function find(names: Names, userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
