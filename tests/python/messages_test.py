"""The library's messages: level, stderr, and Python's logging."""
import gc
import logging
import os
import pathlib
import subprocess
import sys
import threading
import unittest

from paddlelite import lite

from models import Case, cxx_config, expected, predictor


class Kept(logging.Handler):
    def __init__(self):
        super().__init__()
        self.records = []

    def emit(self, record):
        self.records.append(record)


def warn():
    """A call with one warning."""
    config = cxx_config()
    config.set_valid_places([lite.Place(lite.TargetType.XPU), lite.Place(lite.TargetType.X86)])
    return lite.create_paddle_predictor(config)


class Messages(Case):
    def setUp(self):
        super().setUp()
        self.logger = logging.getLogger("lite_test")
        self.logger.propagate = False
        self.logger.setLevel(logging.DEBUG)
        self.handler = Kept()
        self.logger.addHandler(self.handler)
        self.addCleanup(self.logger.handlers.clear)
        self.addCleanup(lite.set_log_level, None)
        self.addCleanup(lite.set_logger, None)

    def texts(self):
        return [record.getMessage() for record in self.handler.records]

    def test_records(self):
        lite.set_logger(self.logger)
        warn()
        self.assertEqual(len(self.handler.records), 1)
        record = self.handler.records[0]
        self.assertEqual((record.name, record.levelno, record.levelname), ("lite_test", logging.WARNING, "WARNING"))
        self.assertRegex(record.getMessage(), "xpu.* is ignored")
        self.assertEqual((record.filename, record.funcName), ("cxx_predictor.cc", "RunnablePlaces"))
        self.assertGreater(record.lineno, 0)
        lite.set_logger(None)
        warn()
        self.assertEqual(len(self.handler.records), 1)

    def test_level(self):
        self.assertIs(lite.get_log_level(), lite.LogLevel.INFO)
        lite.set_logger(self.logger)
        lite.set_log_level(lite.LogLevel.ERROR)
        self.assertIs(lite.get_log_level(), lite.LogLevel.ERROR)
        warn()
        self.assertEqual(self.texts(), [])
        lite.set_log_level(lite.LogLevel.WARNING)
        warn()
        self.assertEqual(len(self.texts()), 1)
        lite.set_log_level(None)
        self.assertIs(lite.get_log_level(), lite.LogLevel.INFO)
        self.logger.setLevel(logging.ERROR)  # the logger's own level
        warn()
        self.assertEqual(len(self.texts()), 1)
        for wrong in (1, "INFO", logging.INFO, lite.TargetType.X86):
            with self.assertRaises(TypeError):
                lite.set_log_level(wrong)
        for wrong in (3, "x", print):
            with self.assertRaises(TypeError):
                lite.set_logger(wrong)

    def test_stderr_and_environment(self):
        code = ("from messages_test import lite, warn\nlite.set_log_level(LEVEL)\nwarn()\n")

        def stderr(level, minimum):
            return subprocess.run([sys.executable, "-B", "-c", code.replace("LEVEL", level)], check=True, text=True,
                                  env={**os.environ, "GLOG_minloglevel": minimum, "PYTHONPATH": os.pathsep.join(sys.path)},
                                  cwd=pathlib.Path(__file__).parent, stderr=subprocess.PIPE).stderr

        self.assertRegex(stderr("None", "0"), r"^\[W [0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:.*xpu")
        self.assertEqual(stderr("None", "2"), "")
        self.assertEqual(stderr("lite.LogLevel.OFF", "0"), "")
        self.assertRegex(stderr("lite.LogLevel.WARNING", "2"), "xpu")

    def test_handler_that_uses_the_library(self):
        """Records are delivered when no call is in progress: handlers may do anything."""
        made = predictor()
        image = expected("f18_convnet")[0][0][0]
        sums = []

        class Uses(logging.Handler):
            def emit(self, record):
                sums.append(made.run([image])[0].sum())
                if len(sums) == 1:
                    warn()
                gc.collect()

        self.logger.addHandler(Uses())
        lite.set_logger(self.logger)
        warn()
        self.assertEqual(len(sums), 2)
        self.assertEqual(len(self.texts()), 2)

    def test_failing_handler(self):
        class Fails(logging.Handler):
            def handle(self, record):
                raise ZeroDivisionError

        caught = []
        hook, sys.unraisablehook = sys.unraisablehook, caught.append
        self.addCleanup(setattr, sys, "unraisablehook", hook)
        self.logger.addHandler(Fails())
        lite.set_logger(self.logger)
        warn()
        self.assertEqual([item.exc_type for item in caught], [ZeroDivisionError])
        # The exception of the call itself is not replaced.
        config = cxx_config()
        config.set_valid_places([lite.Place(lite.TargetType.XPU)])
        config.set_passes_internal(["no_such_pass"])
        with self.assertRaisesRegex(ValueError, "no_such_pass"):
            lite.create_paddle_predictor(config)

    def test_many_threads(self):
        lite.set_logger(self.logger)
        threads = [threading.Thread(target=lambda: [warn() for _ in range(10)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(20):
            lite.set_logger(self.logger)
            lite.set_log_level(lite.LogLevel.INFO)
        for thread in threads:
            thread.join()
        lite.get_log_level()
        self.assertEqual(len(self.texts()), 40)


if __name__ == "__main__":
    unittest.main()
