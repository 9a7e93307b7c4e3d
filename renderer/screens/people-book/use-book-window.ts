import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Person } from '../../../service/api/settings/people-book-schemas.ts';
import { type BookView, getPeople } from '../../api/people-book.ts';
import { queryKeys } from '../../api/query-keys.ts';

const pageSize = 200;

/**
 * The people between two rows, fetched in pages as they come into view, however many there are.
 * `total` keeps its last value while the first page of another view is on its way.
 */
export function useBookWindow(view: BookView, firstRow: number, lastRow: number) {
  const firstPage = Math.floor(Math.max(0, firstRow) / pageSize);
  const lastPage = Math.floor(Math.max(0, lastRow) / pageSize);
  // The first page always, because it tells the total.
  const pages = [...new Set([0, ...Array.from({ length: lastPage - firstPage + 1 }, (_, at) => firstPage + at)])];
  const answers = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...queryKeys.peopleBook, view, page],
      queryFn: () => getPeople(view, page + 1, pageSize),
      placeholderData: keepPreviousData,
    })),
  });
  const loaded = new Map(pages.map((page, index) => [page, answers[index]?.data]));
  const lastTotal = useRef(0);
  const total = loaded.get(0)?.total;
  if (total !== undefined) lastTotal.current = total;
  return {
    rowAt: (index: number): Person | undefined => loaded.get(Math.floor(index / pageSize))?.rows[index % pageSize],
    total: total ?? lastTotal.current,
    pending: answers[0]?.isPending ?? true,
    error: answers.find((answer) => answer.error)?.error ?? null,
    refetch: () => void Promise.all(answers.map((answer) => answer.refetch())),
  };
}
