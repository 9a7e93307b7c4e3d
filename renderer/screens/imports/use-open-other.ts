import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { makeImportList } from '../../api/import-lists.ts';
import { useOpenArchive } from '../../api/inspections.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { useOwners } from '../../api/repositories.ts';
import { t } from '../../language/text.ts';
import type { ReadSource } from './read-source.ts';

type Other = Extract<ReadSource, { kind: 'list' | 'list_file' | 'archive' }>;

/** Opens what is no source itself: lists lead to their page, archives to theirs. Nothing of them is begun. */
export function useOpenOther() {
  const navigate = useNavigate();
  const account = useOwners().data?.account ?? '';
  const { mutateAsync: openArchive } = useOpenArchive();
  const open = useMutation({
    meta: shownInPlace,
    mutationFn: async (other: Other | { kind: 'complaint'; error: unknown }): Promise<void> => {
      if (other.kind === 'complaint') throw other.error;
      if (other.kind === 'archive') {
        const { id } = await openArchive(await window.gantry.wholePath({ path: other.path }));
        return navigate({ to: '/archives/$id', params: { id: `${id}` } });
      }
      const list =
        other.kind === 'list'
          ? await makeImportList({ owner: account, name: other.name ?? t('Pasted list'), list: other.list })
          : await window.gantry.loadImportList({
              owner: account,
              path: await window.gantry.wholePath({ path: other.path }),
            });
      if (list !== null) await navigate({ to: '/imports-lists/$id', params: { id: `${list.id}` } });
    },
  });
  return {
    open: (other: Other) => open.mutate(other),
    complain: (error: unknown) => open.mutate({ kind: 'complaint', error }),
    forget: open.reset,
    busy: open.isPending,
    error: open.error,
  };
}
