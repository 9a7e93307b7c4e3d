import { describe, expect, it } from 'vitest';
import { stepOfImport } from './wizard-steps.ts';

const base = { hold_before_push: true, waiting_for_release: false };

describe('stepOfImport', () => {
  it('keeps everything before mapping in the progress step', () => {
    for (const status of ['detecting', 'importing', 'auth_failed', 'detection_found_multiple'] as const) {
      expect(stepOfImport({ ...base, status })).toBe('progress');
    }
  });

  it('reviews while the import is held, and pushes once it is released', () => {
    expect(stepOfImport({ ...base, status: 'mapping', waiting_for_release: true })).toBe('review');
    expect(stepOfImport({ ...base, status: 'mapping' })).toBe('review');
    expect(stepOfImport({ status: 'mapping', hold_before_push: false, waiting_for_release: false })).toBe('push');
  });

  it('shows a failure where it happened', () => {
    expect(stepOfImport({ ...base, status: 'error', failed_step: 'raw' })).toBe('progress');
    expect(stepOfImport({ ...base, status: 'error', failed_step: 'push' })).toBe('push');
  });
});
