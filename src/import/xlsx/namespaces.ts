/** Each in its transitional and its strict form (ECMA-376 part 1 and part 4, annex A). */
export const SPREADSHEET_NAMESPACES = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];

export const RELATIONSHIP_NAMESPACES = [
  'http://schemas.openxmlformats.org/package/2006/relationships',
];
