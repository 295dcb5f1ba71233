import type { ReportProblem } from '@spareswipe/contract';
import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '../../shared/api/client';

/** Reports a problem to those who run the campus. */
export function useReportProblem() {
  return useMutation({
    mutationFn: (body: ReportProblem) => unwrap(api.reports.report({ body })),
    meta: {
      success: 'Thank you. Your report is kept for those who run SpareSwipe on your campus.',
      failure: 'Failed to send your report',
    },
  });
}
