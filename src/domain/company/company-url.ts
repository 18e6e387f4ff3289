/** The address of a company's public page, from an address with `{idno}` in it (`COMPANY_URL`). */
export function createToCompanyUrl(template: string): (idno: string) => string {
  return (idno) => template.replaceAll('{idno}', idno);
}
