import qrcode from 'qrcode-generator';
import { useMemo } from 'react';

// Whole pixels a module, so that all are alike.
const pixels = 4;
// What scanners need around the code, in modules.
const quietZone = 4;

/** A text as a QR code: dark on white in every colour scheme, as scanners expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules, path } = useMemo(() => draw(text), [text]);
  const side = modules + 2 * quietZone;
  return (
    <svg
      width={side * pixels}
      height={side * pixels}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      // Whole in a window at 200 percent, too: half a code cannot be scanned.
      style={{ alignSelf: 'center', maxHeight: '60dvh', flex: 'none' }}
      data-testid="qr-code"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

function draw(text: string): { modules: number; path: string } {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  let path = '';
  for (let row = 0; row < modules; row++) {
    for (let column = 0; column < modules; column++) {
      if (code.isDark(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { modules, path };
}
