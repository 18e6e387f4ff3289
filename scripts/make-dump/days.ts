const MS_PER_DAY = 86_400_000;

/** `YYYY-MM-DD` to the workbook's serial day; Excel counts a 29 February 1900 that never was. */
export function toSerial(day: string, date1904: boolean): number {
  return daysBetween(date1904 ? '1904-01-01' : '1899-12-30', day);
}

/** `YYYY-MM-DD` to the register's own `DD.MM.YYYY`. */
export function toDotted(day: string): string {
  return day.split('-').reverse().join('.');
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Days from the first to the second. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(second) - Date.parse(first)) / MS_PER_DAY;
}
