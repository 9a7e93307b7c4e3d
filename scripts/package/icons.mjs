/** The app's icon in all sizes that desktops ask for, drawn from `packaging/icon.svg`. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../setup/project.mjs';
import { runTool } from './tool.mjs';

/** Pixels a side (freedesktop.org's icon theme specification names 48 as the least; the others are what shells show). */
const SIZES = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512];
const DRAWING = join(projectFolder, 'packaging', 'icon.svg');

/** @param share the tree's `usr/share` */
export async function writeIcons(share) {
  for (const size of SIZES) {
    const folder = join(share, 'icons', 'hicolor', `${size}x${size}`, 'apps');
    mkdirSync(folder, { recursive: true });
    await runTool('rsvg-convert', ['-w', String(size), '-h', String(size), '-o', join(folder, 'gantry.png'), DRAWING]);
  }
  const folder = join(share, 'icons', 'hicolor', 'scalable', 'apps');
  mkdirSync(folder, { recursive: true });
  copyFileSync(DRAWING, join(folder, 'gantry.svg'));
}
