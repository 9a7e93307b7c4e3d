import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLinkedAddress } from '../stores/linked-address.ts';

/** Opens what links from outside of the window name. None of them starts anything. */
export function useDeepLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const take = async () => {
      for (const link of await window.gantry.takeDeepLinks()) {
        switch (link.kind) {
          case 'repository':
            await navigate({ to: '/repositories/$owner/$repo', params: { owner: link.owner, repo: link.repo } });
            break;
          case 'import':
            await navigate({ to: '/imports/$owner/$repo', params: { owner: link.owner, repo: link.repo } });
            break;
          case 'source':
            useLinkedAddress.getState().name(link.address);
            await navigate({ to: '/imports/new' });
            break;
          case 'refused':
            notifications.show({ message: link.message, autoClose: 20_000 });
        }
      }
    };
    void take();
    return window.gantry.onLink(() => void take());
  }, [navigate]);
}
