"""SparkExecutor: runs jobs on Spark, with the JobMaster in this process."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from pyrite.control.job_control import serve_job
from pyrite.core.config.checkpointing import check_checkpointing, check_restore
from pyrite.core.config.keys_without_effect import report_keys_without_effect
from pyrite.core.config.memory.memory_table import memory_text
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.master.checkpoint.checkpoint_plan import check_sinks, checkpoint_uri
from pyrite.runtime.spark.driver.metric_reporting import metric_reporting
from pyrite.runtime.spark.session.jvm import prestart_jvm

if TYPE_CHECKING:
    from pyrite.runtime.spark.driver.job_master import JobMaster


_log = logging.getLogger(__name__)


class SparkExecutor:
    """Executes jobs on the Spark of `spark.master`, local[*] by default."""

    def submit(self, job: JobSpec) -> JobMaster:
        check_checkpointing(job.configuration)
        check_restore(job.configuration, job.is_batch)
        report_keys_without_effect(job.configuration)
        if memory := memory_text(job.configuration):
            _log.info("%s", memory)
        reporting = metric_reporting(job.configuration)
        plan = job.plan()
        check_sinks(plan.job, plan.stream.is_bounded, job.configuration)
        prestart_jvm(job.configuration)
        from pyrite.runtime.spark.driver.job_master import JobMaster  # PySpark is imported while the JVM comes up

        master = JobMaster(job, plan.execution)
        master.start()
        reporting.start(master)
        serve_job(master, checkpoint_uri(job.configuration, job.is_batch))
        return master
