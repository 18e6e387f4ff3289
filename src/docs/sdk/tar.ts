/** A file of an archive. */
export interface ArchiveFile {
  /** Its path in the archive, of ASCII. */
  name: string;
  content: Buffer;
}

const BLOCK_BYTES = 512;
const MAX_NAME_LENGTH = 100;
/** Of every file, so that equal files are equal archives: the one that npm itself writes. */
const MODIFIED_SECONDS = Date.parse('1985-10-26T08:15:00Z') / 1_000;

/** An archive in the POSIX form (ustar), of files that everyone may read. */
export function packTar(files: readonly ArchiveFile[]): Buffer {
  const blocks = files.flatMap(({ name, content }) => {
    const padding = Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [packHeader(name, content.length), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function packHeader(name: string, bytes: number): Buffer {
  if (name.length > MAX_NAME_LENGTH) throw new Error(`${name} is too long for a tar header`);
  const header = Buffer.alloc(BLOCK_BYTES);
  header.write(name, 0, 'latin1');
  header.write('0000644\0', 100);
  header.write(`${toOctal(0, 7)}\0${toOctal(0, 7)}\0`, 108);
  header.write(`${toOctal(bytes, 11)}\0${toOctal(MODIFIED_SECONDS, 11)}\0`, 124);
  // The checksum is that of a header with spaces in its place.
  header.write(' '.repeat(8), 148);
  // A regular file, and the form of the header with its version.
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${toOctal(sum, 6)}\0 `, 148);
  return header;
}

function toOctal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
