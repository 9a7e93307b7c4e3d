import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './webhook-secrets.ts';

describe('withoutSecrets', () => {
  it('takes passwords, query values, random path segments and secret members out', () => {
    const { webhooks, found } = withoutSecrets([
      { payload_url: 'https://bot:pw@ci.example/hook', content_type: 'json' },
      { payload_url: 'https://ci.example/hook?token=abc', active: true },
      { payload_url: 'https://chat.example/services/T0AB1CD23/B0XY/1a2b3c4d5e6f7g8h9i0j' },
      { payload_url: 'https://ci.example/hook', secret: 'quiet' },
    ]);
    expect(webhooks).toEqual([
      { payload_url: 'https://ci.example/hook', content_type: 'json' },
      { payload_url: 'https://ci.example/hook?token=REMOVED', active: true },
      { payload_url: 'https://chat.example/services/T0AB1CD23/B0XY/REMOVED' },
      { payload_url: 'https://ci.example/hook' },
    ]);
    expect(found).toEqual(['ci.example', 'ci.example', 'chat.example', 'ci.example']);
  });

  it.each(['aBcDeFgHiJkLmNoPqRsTuVwX', 'kQzr7WhbLmXnTvypFgdRjcSa', 'f00ba4f00ba4f00ba4f0'])(
    'takes %s out',
    (secret) => {
      const { webhooks } = withoutSecrets([{ payload_url: `https://chat.example/services/T0AB1CD23/B0XY/${secret}` }]);
      expect(webhooks).toEqual([{ payload_url: 'https://chat.example/services/T0AB1CD23/B0XY/REMOVED' }]);
    },
  );

  it.each(['continuous-integration', 'IncomingWebhookForBuilds', 'repository_dispatch_events'])('leaves %s', (word) => {
    const payload_url = `https://ci.example/${word}`;
    expect(withoutSecrets([{ payload_url }]).found).toEqual([]);
  });

  it('leaves addresses without secrets alone, and what it made itself', () => {
    const clean = [
      { payload_url: 'https://ci.example/hooks/build?token=REMOVED' },
      { payload_url: 'HTTPS://ci.example' },
    ];
    expect(withoutSecrets(clean)).toEqual({ webhooks: clean, found: [] });
    expect(withoutSecrets(null)).toEqual({ webhooks: null, found: [] });
  });
});
