@echo off
rem Builds the package for x86-64 in the Windows Subsystem for Linux. It was not run: it needs Windows.
rem There is no build with Visual Studio: the sources are for g++ and clang.
if "%1"=="--help" goto usage
if "%1"=="help" goto usage
where wsl >nul 2>nul
if errorlevel 1 (
  echo ERROR: Windows needs the Windows Subsystem for Linux with Ubuntu 22.04 or Debian 12: wsl --install 1>&2
  exit /b 1
)
pushd "%~dp0..\.."
wsl bash lite/tools/build.sh %* x86
set status=%errorlevel%
popd
exit /b %status%

:usage
echo lite\tools\build_windows.bat [OPTIONS]
echo.
echo Runs lite/tools/build.sh OPTIONS x86 in the Windows Subsystem for Linux; the package is in build.lite.x86.
echo OPTIONS are those of build.sh. Its programs run in that subsystem.
exit /b 0
