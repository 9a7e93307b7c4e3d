/** The worker thread that says what a layout would make of what was fetched. */
import { join } from 'node:path';
import { serveJob } from '../../processes/workers.ts';
import type { Layout } from '../../vocabulary/history.ts';
import type { LayoutPreview } from '../../vocabulary/layout-preview.ts';
import { previewLayout } from '../folders/layout/preview.ts';
import { openFetched } from '../folders/raw/fetched.ts';

export interface PreviewInput {
  /** Folder `imports/<id>`. */
  folder: string;
  layout: Layout;
  /** Folder of the project that a person chose; null for what the address names. */
  chosenRoot: string | null;
}

serveJob<PreviewInput, LayoutPreview>(async ({ folder, layout, chosenRoot }) => {
  const fetched = openFetched(join(folder, 'fetch'));
  try {
    return previewLayout({
      history: fetched,
      layout,
      chosenRoot: chosenRoot ?? fetched.checkpoint.asked ?? '',
      journal: () => fetched.journal(),
    });
  } finally {
    fetched.close();
  }
});
