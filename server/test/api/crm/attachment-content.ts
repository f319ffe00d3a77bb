// Small files of the accepted types, for attachment tests.

/** A one-pixel image. */
export const PNG = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42',
    'mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ].join(''),
  'base64',
);

export const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
export const PDF = Buffer.from(
  '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
);
export const TEXT = Buffer.from('Ẹ kú àárọ̀. The account is open.\n');
export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const HTML = Buffer.from('<!DOCTYPE html><script>alert(document.cookie)</script>');
export const XML = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
export const PROGRAM = Buffer.concat([Buffer.from('7f454c460201010000', 'hex'), Buffer.alloc(64)]);
export const ZIP = Buffer.concat([Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);

export const base64 = (bytes: Buffer): string => bytes.toString('base64');
