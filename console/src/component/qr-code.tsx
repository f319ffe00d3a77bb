// Draws a string as a QR code. It is dark on white in both themes, because cameras need this
// contrast.

import { create } from 'qrcode';
import type { ReactNode } from 'react';

/** The quiet zone around the code, which cameras need to find its edge. */
const QUIET = 4;

export function QrCode(props: { readonly text: string; readonly label: string }): ReactNode {
  const { size, data } = create(props.text, { errorCorrectionLevel: 'M' }).modules;
  const path = [...data]
    .map((isDark, at) =>
      isDark ? `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z` : '',
    )
    .join('');
  const side = size + 2 * QUIET;
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={props.label}>
      <path d={path} />
    </svg>
  );
}
