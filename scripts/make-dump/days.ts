const MS_PER_DAY = 86_400_000;
/** Day 0 of Excel's own calendar, which counts a 29 February 1900 that never was. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** `YYYY-MM-DD` to the workbook's serial day. */
export function toSerial(day: string, date1904: boolean): number {
  return (Date.parse(`${day}T00:00:00Z`) - (date1904 ? EPOCH_1904 : EPOCH_1900)) / MS_PER_DAY;
}

/** `YYYY-MM-DD` to the register's own `DD.MM.YYYY`. */
export function toDotted(day: string): string {
  return `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / MS_PER_DAY;
}
