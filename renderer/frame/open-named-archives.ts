import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useOpenArchive } from '../api/inspections.ts';

/** Opens archives that were named on the command line or in a file manager, the last one before one's eyes. */
export function useNamedArchives(): void {
  const { mutateAsync: open } = useOpenArchive();
  const navigate = useNavigate();
  useEffect(() => {
    const take = async () => {
      for (const path of await window.gantry.takeArchives()) {
        const inspection = await open(path).catch(() => null);
        if (inspection !== null) await navigate({ to: '/archives/$id', params: { id: `${inspection.id}` } });
      }
    };
    void take();
    return window.gantry.onArchive(() => void take());
  }, [open, navigate]);
}
