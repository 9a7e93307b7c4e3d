import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useImportLists } from '../../api/import-lists.ts';
import { Entry, EntryList } from '../../components/entry-list.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { t } from '../../language/text.ts';
import { listSentence } from './list-words.ts';

/** Lists of imports that are kept, newest first; nothing where there is none. */
export function ImportLists() {
  const lists = useImportLists();
  if (lists.isError) return <ErrorNotice error={lists.error} onRetry={() => void lists.refetch()} />;
  if (lists.data === undefined || lists.data.length === 0) return null;
  return (
    <section aria-labelledby="import-lists">
      <Title order={2} id="import-lists" mb="xs">
        {t('Lists')}
      </Title>
      <EntryList label={t('Lists of imports')}>
        {lists.data.map((list) => (
          <Entry key={list.id} name={list.name} details={listSentence(list)}>
            <Button
              component={Link}
              to="/imports-lists/$id"
              params={{ id: `${list.id}` } as never}
              variant="default"
              flex="none"
              aria-label={t('Open {name}', { name: list.name })}
            >
              {t('Open')}
            </Button>
          </Entry>
        ))}
      </EntryList>
    </section>
  );
}
