/** Which project of a Subversion repository is imported, and how its folders look before the history is known. */
import { singleBranchLayout, usualLayout } from '../folders/layout/conventional.ts';
import type { Chosen, Found, SourceContext, Wanted } from '../source.ts';
import { probeSubversion } from './probe.ts';
import { below } from './svn-tool.ts';

/** @returns null when the repository holds several projects and nobody said which one */
export async function chooseProject(found: Found, wanted: Wanted, context: SourceContext): Promise<Chosen | null> {
  const several = found.project_choices.length > 1;
  if (several && !wanted.named) return null;
  const root = wanted.svn_root ?? (several ? '' : null);
  if (root === null) return { detected_layout: found.layout };
  if (root === '') return { svn_root: '', detected_layout: singleBranchLayout('') };
  return {
    svn_root: root,
    detected_layout: (await layoutAt(below(found.root_url, root), context)) ?? usualLayout(root),
  };
}

async function layoutAt(url: string, context: SourceContext) {
  try {
    const looked = await probeSubversion(url, context);
    return looked.kind === 'found' ? looked.layout : null;
  } catch {
    context.signal.throwIfAborted();
    // The fetch, which is next, says what is wrong with the server; the usual folders do until then.
    return null;
  }
}
